import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that takes every e-mail. */
export interface MailServer {
  /** Value for `SMTP_URL`. */
  url: string
  received: readonly { to: string[]; text: string }[]
  close: () => Promise<void>
}

/** Starts a {@link MailServer} on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = Buffer.concat(chunks).toString()
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text: withoutBreaks(mail) })
        done()
      })
      stream.on('error', done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The text of a quoted-printable e-mail in ASCII, without its soft line breaks. */
function withoutBreaks(mail: string): string {
  return mail.replaceAll(/=\r?\n/gu, '').replaceAll('=3D', '=')
}
