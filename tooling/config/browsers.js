/** The JavaScript that apps and packages are built for. */
export const target = 'es2023'

/** The oldest browsers that the style sheets are for: they need nesting, layers and logical properties, without fallbacks. */
export const cssTarget = ['chrome123', 'firefox128', 'safari17.5']
