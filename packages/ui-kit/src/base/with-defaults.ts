/** Values of which each may be left out, or be undefined. */
export type Given<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/** The values, with their defaults for what is not given. */
export function withDefaults<Values extends object>(defaults: Values, given?: Given<Values>): Values {
  const values = { ...defaults, ...given }
  for (const name in defaults) values[name] ??= defaults[name]
  return values
}
