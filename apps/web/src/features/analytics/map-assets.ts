import './map-assets.css'

// The worker is a file of its own: without its address a production build has a map that never moves.
export { default as workerUrl } from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
