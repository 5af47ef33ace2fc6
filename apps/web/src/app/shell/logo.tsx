import { useTheme } from '../../shared/use-theme.ts'
import { brand } from '../brand.ts'

const themes = ['light', 'dark'] as const

/** The logo of the theme that is on. A page that was rendered ahead holds both, and the stylesheet shows one. */
export function Logo() {
  const theme = useTheme()
  if (theme !== null) return <img src={brand.logo[theme]} alt="" width="28" height="28" />
  return themes.map((each) => (
    <img
      key={each}
      src={brand.logo[each]}
      alt=""
      width="28"
      height="28"
      loading="lazy"
      data-theme-only={each}
    />
  ))
}
