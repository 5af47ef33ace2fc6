/**
 * Parses a boolean attribute or query parameter: `1`, `true` and `yes` are what the embed routes accept
 * (specification 2, section 2); `0`, `false` and `no` are false; anything else is undefined.
 */
export function readSwitch(text: string | null | undefined): boolean | undefined {
  if (/^(?:1|true|yes)$/iu.test(text ?? '')) return true
  return /^(?:0|false|no)$/iu.test(text ?? '') ? false : undefined
}
