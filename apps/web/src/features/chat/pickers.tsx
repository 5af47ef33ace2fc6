import { kit } from '@org/languages'
import { createListCalls } from '@org/api-client'
import { MultiSelect } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { memo, useEffect } from 'react'
import { useCalls } from '../../shared/services.ts'
import { authorsAtom, toolsAtom } from './chat.atoms.ts'
import { authorsQuery, toolsQuery } from './chat.queries.ts'
import { chatTexts } from './chat.texts.ts'

/** The two choices that limit an answer: its authors and the tools it may use. They stand beside text that is being typed. */
export const Pickers = memo(function Pickers() {
  const calls = useCalls(createListCalls)
  const { data: authors } = useQuery(authorsQuery(calls))
  const { data: tools } = useQuery(toolsQuery(calls))
  const [chosenAuthors, chooseAuthors] = useAtom(authorsAtom)
  const [chosenTools, chooseTools] = useAtom(toolsAtom)
  useForgetting(authors, chosenAuthors, chooseAuthors)
  useForgetting(tools, chosenTools, chooseTools)
  return (
    <>
      <MultiSelect
        labels={kit.multiSelect}
        side="top"
        label={chatTexts.authors}
        options={(authors ?? []).map(({ name }) => ({ value: name }))}
        value={chosenAuthors}
        onValueChange={chooseAuthors}
      />
      <MultiSelect
        labels={kit.multiSelect}
        side="top"
        label={chatTexts.tools}
        options={(tools ?? []).map(({ name, description }) => ({ value: name, description }))}
        value={chosenTools}
        onValueChange={chooseTools}
      />
    </>
  )
})

/** A choice outlives its page: what is not on offer any more would limit answers unseen, and cannot be unticked. */
function useForgetting(
  offered: readonly { name: string }[] | undefined,
  chosen: readonly string[],
  choose: (names: string[]) => void,
): void {
  useEffect(() => {
    if (offered === undefined) return
    const kept = chosen.filter((name) => offered.some((each) => each.name === name))
    if (kept.length < chosen.length) choose(kept)
  }, [offered, chosen, choose])
}
