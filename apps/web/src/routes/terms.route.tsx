import { termsTexts } from '../features/site/terms.texts.ts'
import { TextPage } from '../features/site/text-page.tsx'

/** /terms */
export function TermsRoute() {
  return <TextPage texts={termsTexts} />
}
