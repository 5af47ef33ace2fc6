import path from 'node:path'

/** The part of Rolldown's context that chunks are chosen by. */
interface Context {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const chatRoute = path.resolve(import.meta.dirname, '../src/routes/chat.route.tsx')

/** Names a chunk for the modules that the chat imports statically: what it imports on demand stays out of it. */
function ofChat(name: string): (id: string, context: Context) => string | null {
  let loaded: ReadonlySet<string> | undefined
  return (id, context) => {
    loaded ??= staticImports(context, chatRoute)
    return loaded.has(id) ? name : null
  }
}

/** Returns a module with all that it imports statically, directly or through others. */
function staticImports(context: Context, entry: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

/**
 * The files that what belongs together is packed in: a dozen small ones would compress a tenth worse. A module
 * that comes only when it is wanted must stay out of them, or it comes with the page: `pnpm size` lists such ones.
 */
export const chunks = [
  {
    name: 'vendor',
    test: /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?(?:react|react-dom|scheduler|react-router|@tanstack\/(?:react-query|query-core)(?!.*\/(?:useInfinite|infiniteQueryO|useMutation|mutationO)))\//,
  },
  // Modules that every page needs, and small modules that most pages share.
  {
    name: 'shell',
    test: /\/(?:apps\/web\/src\/(?:app\/(?!shell\/(?:failures\/not-found|leave-hidden|draft-lost)|speak-language)|features\/session\/(?!read-only-note|use-may)|shared\/(?:link|services|router-history|site(?:-history|\.queries)|use-(?:address-parameters|theme))\.)|packages\/(?:theme\/src\/|api-client\/src\/(?:http|errors|decode|session|site)\.ts|ui-kit\/src\/\w+\/(?:alert|button|checkbox|class-names|icon-button|lazy-part|skeleton|spinner|status-line|text-link|use-controllable|use-dismiss|visually-hidden)\.)|lucide-react\/dist\/esm\/(?:createLucideIcon|Icon|context|shared\/|icons\/(?:chevron-down|circle-check|info|search|triangle-exclamation-point|x)\.))/,
  },
  // The chat's styles in one file, whichever of its parts come first; those of what comes later with that.
  {
    name: 'chat-styles',
    test: /\/(?:apps\/web\/src\/features\/chat\/|packages\/(?:citations\/src\/|ui-kit\/src\/(?:engine\/(?!actions\/actions|extras\/extras)|chat\/(?!sources\/|(?:messages\/)?(?:action-menu|branch|feedback|find-bar|shortcuts))|states\/empty-state|choice\/multi-select\.))).*\.css$/,
    includeDependenciesRecursively: false,
  },
  // Apart from the chat, because signing out and deleting an account need it, too.
  {
    name: ofChat('engine'),
    debugName: 'engine',
    test: /\/(?:apps\/web\/src\/features\/chat\/engine\/site-engine\.|packages\/(?:chat-engine\/src\/|sse-parser\/src\/|api-client\/src\/(?:chat|conversations|silence)|citations\/src\/(?:citation-list|product-options|tool-context|unknown-values)\.))/,
    includeDependenciesRecursively: false,
  },
  {
    name: ofChat('chat'),
    debugName: 'chat',
    test: /\/(?:apps\/web\/src\/(?:routes\/chat\.route|features\/chat\/(?!engine\/site-engine))|packages\/(?:api-client\/src\/lists\.|ui-kit\/src\/(?:engine\/(?!thread\/answer-view)|chat\/(?:composer\/composer-drop|conversations\/|disclaimer|thread\/)|states\/empty-state|choice\/multi-select(?:-model)?\.))|lucide-react\/dist\/esm\/icons\/(?:arrow-down|image-plus|keyboard|message-square-plus|pencil|sprout|trash)\.)/,
    includeDependenciesRecursively: false,
  },
  // One name in the list of what the sign-in page may fetch, in place of three.
  {
    name: 'organisation-login',
    test: /\/(?:apps\/web\/src\/(?:features\/accounts\/organisation\/organisation-login|shared\/leave-site)|packages\/api-client\/src\/calls\/accounts\/organisation-sign-in)\./,
    includeDependenciesRecursively: false,
  },
]
