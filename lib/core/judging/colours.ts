// Output of runners that colour it even where nobody looks.

// biome-ignore lint/complexity/useRegexLiterals: a literal would hold a control character
const ANSI = new RegExp('\\u001b\\[[0-9;]*m', 'g')

export const withoutColours = (output: string): string => output.replace(ANSI, '')
