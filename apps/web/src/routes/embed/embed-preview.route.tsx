import { Button } from '@org/ui-kit'
import { useParams } from 'react-router'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/embed/embed.module.css'
import { embedTexts } from '../../features/embed/embed.texts.ts'
import { LoaderScript } from '../../features/embed/loader-script.tsx'
import { previewAttributes } from '../../features/embed/preview-query.ts'
import { useDraftCorner } from '../../features/embed/use-draft-corner.ts'
import { useAddressParameters } from '../../shared/use-address-parameters.ts'

/** /widgets/preview/{cfgId}: the loader's script for that configurator, on a page that stands in for another site. */
export function WidgetPreviewRoute() {
  const { cfgId = '' } = useParams()
  const query = useAddressParameters()
  return (
    <Page title={embedTexts.preview.title}>
      <div className={classes.stage}>
        <p>{embedTexts.preview.note}</p>
        <div className={classes.row}>
          <Button onClick={() => void window.OrgChat?.('open', 'preview')}>{embedTexts.preview.open}</Button>
        </div>
      </div>
      <LoaderScript attributes={previewAttributes(cfgId, query)} />
    </Page>
  )
}

/** /admin/embed-preview: the same with nothing around it, for the configurator editor's frame. */
export function EmbedPreviewRoute() {
  const query = useAddressParameters()
  const draft = query.get('draft')
  const asked = { ...previewAttributes(query.get('cfg') ?? '', query), ...useDraftCorner(draft) }
  // A name of its own for each editor and corner: whether it was open is remembered by it.
  const id = `${draft ?? 'preview'}-${asked['position'] ?? ''}`
  return (
    <main className={classes.stage} aria-label={embedTexts.preview.title}>
      <title>{embedTexts.preview.title}</title>
      {/* The editor shows what a brand changes, which the disclaimer would cover. */}
      <LoaderScript attributes={{ ...asked, id, ...(draft !== null && { requireDisclaimer: 'false' }) }} />
    </main>
  )
}
