import { createAdminCalls } from '@org/api-client'
import type { Configurator, ConfiguratorVersion } from '@org/api-client'
import { Button, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { ChangeTable } from './change-table.tsx'
import { toForm } from '../editor/configurator-form.ts'
import classes from '../configurators.module.css'
import { historyQuery } from '../configurators.queries.ts'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { formatMoment } from './format-moment.ts'

/** Version history of a widget: author, time, changes, and restore. */
export function VersionHistory({
  saved,
  emailOf,
  onRestore,
}: {
  saved: Configurator
  emailOf: (clientId: string) => string
  onRestore: (version: ConfiguratorVersion) => void
}) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <section className={classes.history}>
      <Button size="small" aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
        {shown ? texts.history.hide : texts.history.show}
      </Button>
      <div id={id} hidden={!shown}>
        {shown && <Versions saved={saved} emailOf={emailOf} onRestore={onRestore} />}
      </div>
    </section>
  )
}

function Versions({ saved, emailOf, onRestore }: Parameters<typeof VersionHistory>[0]) {
  const calls = useCalls(createAdminCalls)
  const { data, isPending, isError } = useQuery(historyQuery(calls, saved.id))
  if (isPending) return <Skeleton lines={2} label={texts.loading} />
  if (isError) return <p className={classes.hint}>{texts.loadError}</p>
  if (data.length === 0) return <p className={classes.hint}>{texts.history.empty}</p>
  return (
    <ol className={classes.versions} aria-label={texts.history.heading}>
      {data.map((version, index) => {
        const before = data[index + 1]
        return (
          <li key={version.version}>
            <p className={classes.row}>
              <strong>{texts.history.version(version.version)}</strong>
              <span className={classes.hint}>
                {version.savedBy ?? texts.history.unknown}, {formatMoment(version.savedAt)}
              </span>
              {version.version === saved.version ? (
                <span className={classes.badge}>{texts.history.current}</span>
              ) : (
                <Button
                  size="small"
                  aria-label={texts.history.restoreOf(version.version)}
                  onClick={() => onRestore(version)}
                >
                  {texts.history.restore}
                </Button>
              )}
            </p>
            {before !== undefined && (
              <ChangeTable
                before={toForm(before.configurator)}
                after={toForm(version.configurator)}
                beforeLabel={texts.history.version(before.version)}
                afterLabel={texts.history.version(version.version)}
                emailOf={emailOf}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}
