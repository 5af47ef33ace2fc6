import { brand } from '../../brand.ts'

const themes = ['light', 'dark'] as const

/** The logo in each theme, of which the stylesheet shows one: the other is there when the theme is switched. */
export function Logo() {
  return themes.map((theme) => (
    <img key={theme} src={brand.logo[theme]} alt="" width="28" height="28" data-theme-only={theme} />
  ))
}
