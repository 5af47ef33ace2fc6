import { useStore } from '@org/chat-engine/react'
import { memo, useEffect } from 'react'
import { MultiSelect } from '../../choice/multi-select.tsx'
import { useChat } from '../chat-context.ts'
import { useChatTexts } from '../use-chat-texts.ts'

/** An author or a tool that can be chosen. */
export interface ChatOption {
  readonly name: string
  readonly description?: string | undefined
}

/** Props of {@link ChatPickers}. */
export interface ChatPickersProps {
  /** Null while the list loads. */
  authors: readonly ChatOption[] | null
  /** Null while the list loads. */
  tools: readonly ChatOption[] | null
}

const kinds = ['authors', 'tools'] as const
const noOptions: readonly ChatOption[] = []

/** The two choices that limit an answer: its authors and the tools it may use. Typing does not re-render them. */
export const ChatPickers = /* @__PURE__ */ memo(function ChatPickers(offered: ChatPickersProps) {
  const { view, labels, compact } = useChat()
  const texts = useChatTexts()
  const chosen = useStore(view.choice)
  const { authors, tools } = offered

  useEffect(() => {
    // A saved choice outlives the lists, and may arrive after them: a name that is not offered any more would limit answers unseen.
    view.choice.update((choice) => {
      const known = { authors: offeredOf(choice.authors, authors), tools: offeredOf(choice.tools, tools) }
      return known.authors === choice.authors && known.tools === choice.tools ? choice : known
    })
  }, [view, authors, tools, chosen])

  // A single name is no choice, and a compact chat has no room for it: answers use it anyway.
  const shown = kinds.filter((kind) => !compact || offered[kind]?.length !== 1)
  return shown.map((kind) => (
    <MultiSelect
      key={kind}
      labels={labels.multiSelect}
      side="top"
      label={texts[kind]}
      options={(offered[kind] ?? noOptions).map(({ name, description }) => ({ value: name, description }))}
      value={chosen[kind]}
      onValueChange={(names) => view.choice.update((choice) => ({ ...choice, [kind]: names }))}
    />
  ))
})

function offeredOf(chosen: readonly string[], options: readonly ChatOption[] | null): readonly string[] {
  if (options === null) return chosen
  const known = chosen.filter((name) => options.some((option) => option.name === name))
  return known.length === chosen.length ? chosen : known
}
