import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that accepts every e-mail. */
export interface MailServer {
  /** Value for `SMTP_URL`. */
  url: string
  received: readonly ReceivedMail[]
  close: () => Promise<void>
}

/** An e-mail of one part, decoded. */
export interface ReceivedMail {
  to: string[]
  text: string
}

/** Starts a {@link MailServer} on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('error', done)
      stream.on('end', () => {
        const text = decode(Buffer.concat(parts).toString('utf8'))
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
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

/** Decodes the quoted-printable encoding of RFC 2045, in UTF-8. Other encodings stay as they are. */
function decode(mail: string): string {
  if (!/^content-transfer-encoding: quoted-printable/imu.test(mail)) return mail
  return mail
    .replaceAll(/=\r?\n/gu, '')
    .replaceAll(/(?:=[\dA-F]{2})+/gu, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}
