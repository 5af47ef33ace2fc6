import type { Configurator, EmbedLists } from '@org/api-client'
import { useEffect, useId } from 'react'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { draftChannel } from './draft-channel.ts'
import { previewFrame } from '../../../shared/embedding/embed-addresses.ts'
import { openChannel } from '../../../shared/embedding/open-channel.ts'
import { themeNames } from '../../../shared/embedding/theme-placements.ts'

/** The widget as it would be, if what is in the form were saved. */
export function LivePreview({ saved, draft }: { saved: Configurator | null; draft: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.livePreview}>
      <h3 id={id}>{texts.preview.heading}</h3>
      <p className={classes.hint}>{texts.preview.text}</p>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- Our own page, with the widget as it is elsewhere. */}
      <iframe className={classes.preview} title={texts.preview.heading} src={previewFrame(saved, draft)} />
    </section>
  )
}

/** Tells the frames what is in the form, whenever it changes and whenever one of them asks. */
export function useDraftBroadcast(draft: string, lists: EmbedLists): void {
  useEffect(() => {
    const open = (name: string, shown: EmbedLists): BroadcastChannel | null => {
      const channel = openChannel(name)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- No other origin can hear a channel.
      const tell = (): void => channel?.postMessage(shown)
      channel?.addEventListener('message', tell)
      tell()
      return channel
    }
    const channels = [
      open(draft, lists),
      ...themeNames.map((theme) =>
        open(draftChannel(draft, theme), { ...lists, config: { ...lists.config, theme } }),
      ),
    ]
    return () => {
      for (const channel of channels) channel?.close()
    }
  }, [draft, lists])
}
