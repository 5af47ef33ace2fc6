/** Path of each renderer's adapter, relative to this package. */
export const renderAdapters = {
  ours: 'src/render/ours.tsx',
  streamdown: 'peers/render/streamdown.tsx',
  'markdown-it': 'peers/render/markdown-it.tsx',
  'streaming-markdown': 'peers/render/streaming-markdown.ts',
  'raw-append': 'src/render/raw-append.ts',
} as const

export type RenderAdapterId = keyof typeof renderAdapters

export const renderAdapterIds = Object.keys(renderAdapters) as RenderAdapterId[]

export const renderNames: Readonly<Record<RenderAdapterId, string>> = {
  ours: '@org/citations',
  streamdown: 'streamdown',
  'markdown-it': 'markdown-it and DOMPurify, all again',
  'streaming-markdown': 'streaming-markdown (no React, no sanitiser)',
  'raw-append': 'raw append (limit)',
}
