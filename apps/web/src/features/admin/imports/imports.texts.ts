import { texts } from '@org/languages'
import type { ImportReason } from '@org/api-client'

const reasons: Record<ImportReason, string> = {
  unknown_type: 'Files of this type cannot be read.',
  unreadable: 'The file is damaged or has another format than its name says.',
  no_text: 'The file has no text. Scanned pages are not read.',
  protected: 'The file is protected by a password, or has an older format of Word.',
  too_large: 'The file is larger than 20 MB.',
  too_long: 'The text is too long. Split the file, at about 150 pages.',
  too_slow: 'Reading the file took too long.',
  too_much_memory: 'Reading the file took too much memory.',
  too_many_rows: 'The file has too many rows. Split it.',
  missing_columns: 'Columns are missing.',
  invalid_rows: 'Rows have an error. Nothing of the file was imported.',
  invalid_fields: 'Fields of the file are not valid.',
  storage_full: 'The storage for content is full. Delete content to make room, then try again.',
  owner_gone: 'The account may no longer add this content.',
  stopped_server: 'The server stopped while it read the file.',
}

/** The visible texts of uploads. */
export const importTexts = texts('admin/imports', {
  title: 'Upload files',
  drop: 'Drop files here',
  choose: 'Choose files',
  types: 'Markdown, HTML, text, PDF, Word (docx), or products as CSV. At most 20 files of 20 MB each.',
  csvHint: 'CSV needs the columns name, price, currency and url.',
  sameName: 'A file of the same name replaces the text of its article, as a new version.',
  chosen: 'Chosen files',
  remove: (name: string) => `Remove ${name}`,
  author: 'Author or publisher',
  authorHint: 'Citations name it, unless a file names its own.',
  status: 'Status of new content',
  upload: (count: number) => (count === 1 ? 'Upload 1 file' : `Upload ${count} files`),
  tooMany: (count: number) => `Choose at most ${count} files at once.`,
  tooLarge: (name: string) => `${name} is larger than 20 MB.`,
  started: 'The files are uploaded. They are imported below.',
  size: (amount: string) => `${amount} MB`,
  list: {
    title: 'Imports',
    empty: 'No uploads yet',
    emptyText: 'Imports are listed here for 30 days.',
    more: 'Show more',
    others: (name: string, count: number) =>
      count === 1 ? `${name} and 1 more` : `${name} and ${count} more`,
    queued: 'Waiting',
    running: 'Importing',
    done: 'Done',
    failed: 'Done, with failures',
    progress: (done: number, total: number) => `${done} of ${total} files`,
    added: (count: number) => `${count} added`,
    changed: (count: number) => `${count} changed`,
    unchanged: (count: number) => `${count} unchanged`,
    owner: 'Belongs to',
    retry: 'Try failed files again',
  },
  reasons,
})
