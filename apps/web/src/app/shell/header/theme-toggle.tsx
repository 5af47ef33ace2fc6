import { IconButton } from '@org/ui-kit'
import { useServices } from '../../../shared/services.ts'
import { useTheme } from '../../../shared/use-theme.ts'
import classes from './header.module.css'
import { MoonIcon, SunIcon } from '../icons.tsx'
import { shellTexts } from '../shell.texts.ts'

/** The button that chooses the other theme. */
export function ThemeToggle() {
  const services = useServices()
  const theme = useTheme()
  const title = theme === 'dark' ? shellTexts.switchToLight : shellTexts.switchToDark
  return (
    <IconButton
      label={title}
      className={classes.scripted}
      icon={
        <span className={classes.either}>
          <span data-theme-only="light">
            <MoonIcon />
          </span>
          <span data-theme-only="dark">
            <SunIcon />
          </span>
        </span>
      }
      onClick={() => {
        services.theme.toggle()
      }}
    />
  )
}
