import type { ChatMessage, FilePart, SourcePart, ToolPart } from '@org/chat-engine'
import { useThread } from '@org/chat-engine/react'
import { FileText } from 'lucide-react'
import classes from './parts.module.css'
import { ToolRequest } from './tool-request.tsx'
import { usePartsLabels } from './use-parts-labels.ts'

/** Below the text of an answer: its sources and files, and the tool calls that a person has to decide on. */
export function AnswerExtras({ message: { key, parts } }: { message: ChatMessage }) {
  const labels = usePartsLabels()
  const thread = useThread()
  const sources = parts.filter((part): part is SourcePart => part.type === 'source')
  const files = parts.filter((part): part is FilePart => part.type === 'file')
  // A later question has superseded the requests of earlier answers.
  const isNewest = thread?.messageKeys.at(-1) === key
  const requests = parts.filter((part): part is ToolPart => part.type === 'tool' && isWaiting(part))
  return (
    <>
      {isNewest &&
        !thread.isRunning &&
        requests.map((tool) => <ToolRequest key={tool.id} messageKey={key} tool={tool} />)}
      {sources.length > 0 && (
        <ul className={classes['links']} aria-label={labels.sources}>
          {sources.map(({ id, url, title }) => (
            <li key={id}>
              {url === null ? (
                (title ?? id)
              ) : (
                <a href={url} target="_blank" rel="noreferrer">
                  {title ?? url}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={classes['links']} aria-label={labels.files}>
          {files.map((file) => (
            <li key={file.id}>
              <FileText aria-hidden size="1em" />
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function isWaiting({ state, error }: ToolPart): boolean {
  return state === 'approval-requested' || (state === 'approval-responded' && error === null)
}

/** A file is linked, not shown: an image of another site would report who reads the answer. */
function FileLink({ file: { url, name, mimeType } }: { file: FilePart }) {
  const text = name ?? mimeType
  if (url === '') return text
  return url.startsWith('data:') ? (
    <a href={url} download={name ?? ''}>
      {text}
    </a>
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}
