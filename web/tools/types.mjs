// Types of all messages, from the JSON Schema that `movetray schema --wire` prints (stdin) to src/lib/wire.ts.
import { compile } from 'json-schema-to-typescript'
import { readFileSync, writeFileSync } from 'node:fs'

const schema = JSON.parse(readFileSync(0, 'utf8'))
const root = {
  ...schema,
  title: 'Wire',
  type: 'object',
  properties: { client: { $ref: '#/$defs/FromClient' }, server: { $ref: '#/$defs/FromServer' } },
  required: ['client', 'server'],
  additionalProperties: false,
}
const banner = '// Made by `make web` from `movetray schema --wire`; not written by hand.'
const untitled = JSON.parse(JSON.stringify(root), (key, value) =>
  value && typeof value === 'object' && 'title' in value && typeof value.title === 'string' && !value.properties && value !== root
    ? (({ title, ...rest }) => rest)(value)
    : value,
)
untitled.title = 'Wire'
writeFileSync('src/lib/wire.ts', await compile(untitled, 'Wire', { bannerComment: banner, format: false, unknownAny: true }))
