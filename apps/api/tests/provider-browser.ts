/** A browser at an identity provider: its cookies, and the last address of the provider. */
export interface ProviderBrowser {
  /**
   * Opens the address of a sign-in, types a name where the provider asks for one, and returns the parameters with which it
   * sends the browser back to our site.
   */
  signIn: (address: string, name: string) => Promise<ReturnedTo>
}

/** The address of our own site to which a provider has sent the browser. */
export interface ReturnedTo {
  /** Path of the redirect URI. */
  path: string
  /** Body of the call that completes the sign-in. */
  body: Record<string, string>
}

/** Opens a browser without a session at any provider. */
export function openProviderBrowser(): ProviderBrowser {
  const jar = new Map<string, string>()

  async function request(address: URL, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/expires=Thu, 01 Jan 1970/iu.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  return {
    async signIn(address, name) {
      const { origin } = new URL(address)
      let url = new URL(address)
      for (let hop = 0; hop < 10; hop += 1) {
        const isLogin = url.pathname.startsWith('/interaction/')
        const response = await request(url, isLogin ? new URLSearchParams({ name }) : undefined)
        const next = response.headers.get('location')
        if (next === null)
          throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
        await response.body?.cancel()
        url = new URL(next, url)
        if (url.origin === origin) continue
        const organisation = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
        return { path: url.pathname, body: { organisation, ...Object.fromEntries(url.searchParams) } }
      }
      throw new Error('The provider does not send the browser back.')
    },
  }
}
