// Numbers in tables: decimal text straight to scaled integers, exactly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podsim {

enum class NumberTrouble : std::uint8_t { None, NotANumber, TooLarge };

/// `text` times 10^decimals, rounded to the nearest integer (halves away from zero): "0.46" with 3
/// decimals is 460, "1.5e3" with 9 is 1.5e12. Blanks around the number are fine; "", "+-1", "nan",
/// "inf" and hexadecimal are NotANumber. No detour through a double.
NumberTrouble parse_scaled(std::string_view text, int decimals, std::int64_t& out);

/// A finite number and nothing else.
NumberTrouble parse_real(std::string_view text, double& out);

/// Without blanks, tabs and '\r' at both ends.
std::string_view trimmed(std::string_view text);

/// The shortest decimal text of `value` divided by 10^decimals; reads back exactly.
std::string format_scaled(std::int64_t value, int decimals);

/// The same to the end of `out`.
void append_scaled(std::string& out, std::int64_t value, int decimals);

}  // namespace podsim
