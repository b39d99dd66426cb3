import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// `npm run dev` beside `movetray serve --origin http://localhost:5173`.
export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: { target: 'es2022' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8420', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
