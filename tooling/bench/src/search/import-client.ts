// Imports articles by the calls of the administration, as a program on another machine would: in a process of its own, so
// that its work does not delay the readers whose tokens are measured.
import type { ArticleFile } from '@org/api/knowledge/article-file.ts'
import { json, signInAsAdmin } from '../api/ours.ts'

const port = Number(process.argv[2])
const cookie = await signInAsAdmin(port)

process.on('message', (articles: readonly ArticleFile[]) => {
  // A refused article ends this process with the error, which its parent sees.
  void importAll(articles).then(() => process.send?.('imported'))
})
process.send?.('ready')

async function importAll(articles: readonly ArticleFile[]): Promise<void> {
  for (const { title, author, url, topic, language, sections } of articles) {
    const body = sections.map((section) => `## ${section.heading}\n\n${section.body}`).join('\n\n')
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/knowledge/articles`, {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify({ title, author, url, topic, language, status: 'published', body }),
    })
    if (!response.ok) throw new Error(`An article was refused: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
  }
}
