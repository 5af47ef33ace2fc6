import { Page } from '../app/shell/page.tsx'
import { Configurators } from '../features/configurators/configurators.tsx'
import { configuratorsTexts } from '../features/configurators/configurators.texts.ts'

/** /admin/configurators */
export function ConfiguratorsRoute() {
  return (
    <Page title={configuratorsTexts.title} indexed={false} width="wide">
      <Configurators />
    </Page>
  )
}
