import { chooseLanguage, type Language } from '../../languages/say.ts'
import type { AppContext } from './app-env.ts'

/** The language that whoever calls reads. Our own pages name the one they are shown in, which may be another than the browser's. */
export function readerLanguage(c: AppContext): Language {
  return chooseLanguage(c.req.header('accept-language'))
}
