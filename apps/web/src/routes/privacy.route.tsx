import { privacyTexts } from '../features/site/privacy.texts.ts'
import { TextPage } from '../features/site/text-page.tsx'

/** /privacy */
export function PrivacyRoute() {
  return <TextPage texts={privacyTexts} />
}
