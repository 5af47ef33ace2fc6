// As Vite gives it: MapLibre's worker as a file of its own, and that file's address.
declare module 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url' {
  const address: string
  export default address
}
