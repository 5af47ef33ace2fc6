/**
 * The files that what belongs together is packed in: a dozen small ones would compress a tenth worse. A module
 * that comes only when it is wanted must stay out of them, or it comes with the page.
 */
export const chunks = [
  {
    name: 'vendor',
    test: /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?(?:react|react-dom|scheduler|react-router|@tanstack\/(?:react-query|query-core)(?!.*\/(?:useInfinite|infiniteQueryO|useMutation|mutationO)))\//,
  },
  // Modules that every page needs, and small modules that most pages share.
  {
    name: 'shell',
    test: /\/(?:apps\/web\/src\/(?:app\/(?!shell\/not-found|speak-language)|features\/session\/|shared\/(?:link|services|router-history|site(?:-history|\.queries)|use-(?:address-parameters|theme))\.)|packages\/(?:theme\/src\/|api-client\/src\/(?:http|errors|decode|session|site)\.ts|ui-kit\/src\/\w+\/(?:alert|button|checkbox|class-names|icon-button|lazy-part|skeleton|spinner|status-line|text-link|use-controllable|use-dismiss|visually-hidden)\.)|lucide-react\/dist\/esm\/(?:createLucideIcon|Icon|context|shared\/|icons\/(?:chevron-down|circle-check|info|search|triangle-exclamation-point|x)\.))/,
  },
  // The chat's styles in one file, whichever of its parts come first; those of what comes later with that.
  {
    name: 'chat-styles',
    test: /\/(?:apps\/web\/src\/features\/chat\/|packages\/(?:citations\/src\/|ui-kit\/src\/(?:engine\/(?!actions\/actions|extras\/extras)|chat\/(?!sources\/|(?:messages\/)?(?:action-menu|branch|feedback|find-bar|shortcuts))|states\/empty-state|choice\/multi-select\.))).*\.css$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'answer',
    test: /\/(?:packages\/citations\/src\/(?:markdown\/|react\/(?!address-hint)|highlight\.)|packages\/ui-kit\/src\/engine\/thread\/answer-view\.)/,
  },
  // Apart from the chat, because signing out and deleting an account need it, too.
  {
    name: 'engine',
    test: /\/(?:apps\/web\/src\/features\/chat\/engine\/site-engine\.|packages\/(?:chat-engine\/src\/(?!(?:\w+\/)?(?:attachments|browser-images|find|guest-history|guest-messages|search|unsent)\.)|sse-parser\/src\/|api-client\/src\/(?:chat|conversations|silence)|citations\/src\/(?:citation-list|product-options|tool-context|unknown-values)\.))/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'chat',
    test: /\/(?:apps\/web\/src\/(?:routes\/chat\.route|features\/chat\/(?!engine\/site-engine|shortcuts\/shortcuts-dialog))|packages\/(?:api-client\/src\/lists\.|ui-kit\/src\/(?:engine\/(?!thread\/answer-view|actions\/(?!lazy)|extras\/(?!lazy|use-find)|dialogs\/(?:answer|use-)|notices\/guest)|chat\/(?:composer\/composer-drop|conversations\/|disclaimer|thread\/)|states\/empty-state|choice\/multi-select(?:-model)?\.))|lucide-react\/dist\/esm\/icons\/(?:arrow-down|image-plus|keyboard|message-square-plus|pencil|sprout|trash)\.)/,
    includeDependenciesRecursively: false,
  },
]
