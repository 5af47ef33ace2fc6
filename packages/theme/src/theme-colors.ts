/** The two looks. */
export type Theme = 'light' | 'dark'

/** The page background of each theme, for `<meta name="theme-color">`. Equal to `--org-color-background`. */
export const themeColors: Readonly<Record<Theme, string>> = { light: '#faf8f3', dark: '#111715' }
