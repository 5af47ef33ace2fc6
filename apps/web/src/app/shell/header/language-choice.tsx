import { currentLanguage, languageKey, languages } from '@org/languages'
import classes from '../footer.module.css'
import { shellTexts } from '../shell.texts.ts'

/** The languages, each by its own name. Another one is kept for the next visits, and the page loaded again in it. */
export function LanguageChoice() {
  return (
    <select
      className={classes.language}
      aria-label={shellTexts.language}
      defaultValue={currentLanguage()}
      onChange={(event) => {
        try {
          localStorage.setItem(languageKey, event.target.value)
        } catch {
          // Forbidden: the browser's own languages decide.
        }
        window.location.reload()
      }}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
