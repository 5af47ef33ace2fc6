import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const finished = {
  id: 'i1',
  kind: 'upload',
  status: 'done',
  client_id: null,
  client: null,
  done: 2,
  total: 2,
  names: ['borage.pdf', 'prices.csv'],
  added: 1,
  changed: 0,
  unchanged: 0,
  failures: [{ address: 'prices.csv', reason: 'invalid_rows', detail: '3, 4', can_retry: false }],
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:01:00.000Z',
}

let server: FakeApi
let imports: object[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  imports = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'brand@example.com' }] }),
  )
  server.on('GET /api/admin/knowledge/jobs', () => Response.json({ items: imports, next_cursor: null }))
})

const drop = async (...files: File[]) => {
  fireEvent.drop(await screen.findByText('Drop files here'), { dataTransfer: { files } })
}

describe('uploads', () => {
  it('sends the dropped files with their fields, and lists the import', async () => {
    // Node's Request does not write the forms of jsdom.
    const append = vi.spyOn(FormData.prototype, 'append')
    server.on('POST /api/admin/knowledge/uploads', () => {
      imports = [finished]
      return Response.json({ job_id: 'i1' })
    })
    renderSite('/admin/knowledge?show=uploads', server)
    await screen.findByText('No imports yet')
    await drop(new File(['one'], 'borage.md'), new File(['two'], 'sage.md'))
    await user.click(screen.getByRole('button', { name: 'Remove sage.md' }))
    await user.type(screen.getByRole('textbox', { name: 'Author or publisher' }), 'Kitchen')
    await user.selectOptions(await screen.findByLabelText('Used for'), 'brand@example.com')
    await user.click(screen.getByRole('button', { name: 'Upload 1 file' }))
    await screen.findByText('The files are uploaded. They are imported below.')
    const sent = append.mock.calls.map(([name, value]) => [name, value instanceof File ? value.name : value])
    expect(sent).toEqual([
      ['author', 'Kitchen'],
      ['topic', ''],
      ['language', ''],
      ['status', 'published'],
      ['client_id', 'c1'],
      ['files', 'borage.md'],
    ])
    append.mockRestore()
    await screen.findByText('borage.pdf and 1 more')
    screen.getByText('Done, with failures')
    const failures = screen.getByText('prices.csv').closest('li')
    expect(failures?.textContent).toBe(
      'prices.csv: Rows have an error. Nothing of the file was imported. (3, 4)',
    )
    expect(screen.queryByRole('button', { name: 'Try failures again' })).toBeNull()
  })

  it('refuses too many and too large files before they are sent', async () => {
    renderSite('/admin/knowledge?show=uploads', server)
    const large = new File(['x'], 'large.pdf')
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 })
    await drop(large)
    await screen.findByText('large.pdf is larger than 20 MB.')
    await drop(...Array.from({ length: 20 }, (_one, index) => new File(['x'], `${index}.md`)))
    await screen.findByText('Choose at most 20 files at once.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload 21 files' }).disabled).toBe(true)
  })

  it('shows the progress of an import by its events, until it is done', async () => {
    const running = { ...finished, status: 'running', done: 1, failures: [], finished_at: null }
    imports = [running]
    const events = new TransformStream<string, string>()
    const writer = events.writable.getWriter()
    server.on('GET /api/admin/knowledge/jobs/i1', () => {
      const body = events.readable.pipeThrough(new TextEncoderStream())
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    })
    renderSite('/admin/knowledge?show=uploads', server)
    await screen.findByText('1 of 2')
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1)
    imports = [{ ...finished, added: 2, failures: [] }]
    void writer.write(`data: ${JSON.stringify(imports[0])}\n\n`)
    await screen.findByText('2 added')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('tries failed files again, and says why that failed', async () => {
    const failures = [{ address: 'long.pdf', reason: 'storage_full', detail: '', can_retry: true }]
    imports = [{ ...finished, failures }]
    server.on('POST /api/admin/knowledge/jobs/i1/retry', () => failure(409, 'No file can be tried again.'))
    renderSite('/admin/knowledge?show=uploads', server)
    await user.click(await screen.findByRole('button', { name: 'Try failures again' }))
    expect(await screen.findByText('No file can be tried again.')).toBeDefined()
  })

  it('offers clients no choice of an owner, and says when imports cannot be loaded', async () => {
    server.on('GET /api/me', () => session('brand@example.com', 'client'))
    server.on('GET /api/admin/knowledge/jobs', () => new Response(null, { status: 500 }))
    renderSite('/admin/knowledge?show=uploads', server)
    await drop(new File(['one'], 'borage.md'))
    await screen.findByRole('textbox', { name: 'Author or publisher' })
    expect(screen.queryByLabelText('Used for')).toBeNull()
    await screen.findByText('Load error')
  })
})

const job = {
  id: 'j1',
  lane: 'uploads',
  state: 'failed',
  subject: 'borage.pdf',
  client: 'brand@example.com',
  retries: 3,
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:01:00.000Z',
  next_at: null,
  error: 'DatabaseError',
}

describe('the list of jobs', () => {
  it('shows failed jobs with their reason, and repeats one', async () => {
    let items = [job]
    const asked: (string | null)[] = []
    server.on('GET /api/admin/jobs', (request) => {
      asked.push(new URL(request.url).searchParams.get('state'))
      return Response.json({
        items,
        next_cursor: null,
        counts: { waiting: 0, running: 0, completed: 0, failed: items.length },
      })
    })
    server.on('POST /api/admin/jobs/uploads/j1/retry', () => {
      items = []
      return Response.json({ ok: true })
    })
    renderSite('/admin/jobs', server)
    const row = within((await screen.findByText('Upload: borage.pdf')).closest('li') ?? document.body)
    row.getByText('Last failure: DatabaseError')
    row.getByText('3 failed attempts')
    await user.selectOptions(screen.getByLabelText('State'), 'Failed (1)')
    await expect.poll(() => asked).toContain('failed')
    await user.click(await screen.findByRole('button', { name: 'Try again: Upload: borage.pdf' }))
    await screen.findByText('The job is waiting for its next attempt.')
    await screen.findByText('No job is in this state.')
  })
})
