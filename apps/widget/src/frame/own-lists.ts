import { createListCalls, type EmbedLists, type Http } from '@org/api-client'
import { defaultLists } from './services.ts'

/** What the site's own widget offers: all that there is. */
export async function ownLists(http: Http): Promise<EmbedLists> {
  const lists = createListCalls(http)
  const [authors, tools] = await Promise.all([lists.authors(), lists.tools()])
  return {
    ...defaultLists,
    authors: authors.map(({ name }) => name),
    tools: tools.map(({ name }) => name),
  }
}
