/** Returns a `TypeError` that names the argument, what it has to be, and what was given. */
export function wrongArgument(argument: string, expected: string, given: unknown): TypeError {
  const what = given === null || given === undefined ? given : Object(given).constructor?.name
  return new TypeError(`${argument} must be ${expected}, got ${what}`)
}
