import { createListCalls, createSiteCalls, type EmbedLists, type Http } from '@org/api-client'
import { defaultLists } from './services.ts'

/** Loads the lists of the site's own widget: all authors and tools, and if a person can take over. */
export async function ownLists(http: Http): Promise<EmbedLists> {
  const lists = createListCalls(http)
  const [authors, tools, { handover }] = await Promise.all([
    lists.authors(),
    lists.tools(),
    createSiteCalls(http).site(),
  ])
  return {
    config: { ...defaultLists.config, handover },
    authors: authors.map(({ name }) => name),
    tools: tools.map(({ name }) => name),
  }
}
