import { kit } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { Configurator } from '@org/api-client'
import { Alert, Button, Skeleton, TextArea } from '@org/ui-kit'
import { CopyButton } from '@org/ui-kit/chat'
import { useQuery } from '@tanstack/react-query'
import { InstallCode } from '../../../shared/embedding/install-code.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../configurators.module.css'
import { sightingsQuery } from '../configurators.queries.ts'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { embedSnippet, previewUrl } from '../../../shared/embedding/embed-addresses.ts'
import { formatMoment } from '../history/format-moment.ts'

/** Step 5: where a saved widget can be looked at, what another site needs to show it, and whether one does. */
export function EmbedStep({ saved }: { saved: Configurator | null }) {
  if (saved === null) return <p className={classes.hint}>{texts.embed.unsaved}</p>
  const { origin } = window.location
  const address = previewUrl(origin, saved)
  const snippet = embedSnippet(origin, saved)
  return (
    <>
      {!saved.active && <Alert tone="info">{texts.embed.inactive}</Alert>}
      <section className={classes.copied}>
        <h4>{texts.embed.previewUrl}</h4>
        <div>
          <CopyButton text={address} labels={{ ...kit.copy, copy: texts.embed.copyPreviewUrl }} />
        </div>
        <a href={address} target="_blank" rel="noreferrer" className={classes.address}>
          {address}
        </a>
      </section>
      <section className={classes.copied}>
        <h4>{texts.embed.snippet}</h4>
        <div>
          <CopyButton text={snippet} labels={{ ...kit.copy, copy: texts.embed.copySnippet }} />
        </div>
        <TextArea
          label={texts.embed.snippet}
          labelHidden
          description={texts.embed.snippetText}
          className={classes.snippet ?? ''}
          readOnly
          rows={10}
          dir="ltr"
          spellCheck={false}
          value={snippet}
        />
      </section>
      <section className={classes.install}>
        <h4>{texts.embed.platforms}</h4>
        <InstallCode snippet={snippet} />
      </section>
      <InstallCheck id={saved.id} />
    </>
  )
}

function InstallCheck({ id }: { id: string }) {
  const calls = useCalls(createAdminCalls)
  const { data, isPending, isError, isFetching, refetch } = useQuery(sightingsQuery(calls, id))
  return (
    <section className={classes.install}>
      <h4>{texts.install.heading}</h4>
      <p className={classes.hint}>{texts.install.text}</p>
      {isPending && <Skeleton lines={1} label={texts.loading} />}
      {isError && <p className={classes.hint}>{texts.loadError}</p>}
      {data?.length === 0 && <p>{texts.install.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.sightings}>
          {data.map(({ origin, seenAt }) => (
            <li key={origin}>
              {texts.install.seen(origin === 'null' ? texts.install.opaque : origin, formatMoment(seenAt))}
            </li>
          ))}
        </ul>
      )}
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        {texts.install.check}
      </Button>
    </section>
  )
}
