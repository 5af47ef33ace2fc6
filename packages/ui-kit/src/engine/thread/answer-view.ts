// A module of its own: a bundler then names and splits the chunk that `LazyAnswer` loads.
export { Answer } from '@org/citations/react'
