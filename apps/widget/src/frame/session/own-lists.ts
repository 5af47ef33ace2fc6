import { createListCalls, type EmbedLists, type Http } from '@org/api-client'
import { defaultLists } from './services.ts'

/** Loads the lists of the site's own widget: all authors and tools. */
export async function ownLists(http: Http): Promise<EmbedLists> {
  const lists = createListCalls(http)
  const [authors, tools] = await Promise.all([lists.authors(), lists.tools()])
  return {
    ...defaultLists,
    authors: authors.map(({ name }) => name),
    tools: tools.map(({ name }) => name),
  }
}
