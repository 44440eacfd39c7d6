import { files } from '../fixtures/formats'
import { petStoreYaml } from '../integration/resources/documents/documents'

const postman = {
  info: { name: 'Moths', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
  variable: [{ key: 'base', value: 'https://moths.example' }],
  item: [{ name: 'Night', item: [{ name: 'List', request: { method: 'GET', url: '{{base}}/moths?limit=10' } }] }],
}
const servers = { mcpServers: { moths: { command: 'npx', args: ['-y', 'moths'], env: { MOTHS_TOKEN: '{{token}}' } } } }
const swagger = {
  swagger: '2.0',
  info: { title: 'Moths', version: '1' },
  host: 'moths.example',
  paths: {
    '/moths': { get: { summary: 'Lists moths', parameters: [{ name: 'limit', in: 'query', type: 'integer' }] } },
  },
}
const rows = Array.from({ length: 200 }, (_, at) => ({
  id: at,
  moth: `moth ${at}`,
  seen: { at: '2024-05-03', by: ['Ada'] },
}))

/** Small real files of the kinds that neither the samples nor the documents of the tests have. */
export const seedFiles: Readonly<Record<string, string | Uint8Array>> = {
  ...files,
  'rows.json': JSON.stringify(rows, null, 1),
  'rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
  'rows.tsv': rows.map(({ id, moth }) => `${id}\t"${moth}"\t${id / 7}`).join('\n'),
  'api.openapi.yaml': petStoreYaml,
  'api.swagger.json': JSON.stringify(swagger, null, 1),
  'api.postman_collection.json': JSON.stringify(postman, null, 1),
  'mcp.json': JSON.stringify(servers, null, 1),
  'codex.toml':
    'model = "o3"\n[mcp_servers.moths]\ncommand = "npx"\nargs = ["-y", "moths"]\nenv = { MOTHS_KEY = "x" }\n',
  'compose.yaml':
    'services:\n  moths: &m\n    image: moths:1\n    environment:\n      - MOTHS_PASSWORD=x\n  more: *m\n',
  'works.bib':
    '@string{j = "Moths"}\n@article{a, title={The {Moths} of K{\\"o}ln}, author={Ada, A. and Babbage, B.}, journal=j, year=1998, doi={10.1/x}}\n',
  'works.ris': 'TY  - JOUR\nTI  - Moths\nAU  - Ada, A.\nPY  - 1998\nDO  - 10.1/x\nER  - \n',
  'moths.py':
    'import os\n\n\nclass Moths:\n    """Counts moths."""\n\n    def count(self, token: str) -> int:\n        # At night.\n        return len(os.environ[token])\n',
  'moths.ts':
    '/** Counts moths. */\nexport function count(moths: readonly string[]): number {\n  return moths.filter((one) => /^a.*`/.test(one)).length\n}\n',
  'moths.rs':
    '/// Counts moths.\npub fn count(moths: &[&str]) -> usize {\n    moths.iter().filter(|m| !m.is_empty()).count()\n}\n',
  'page.xhtml':
    '<?xml version="1.0"?><html><head><title>Moths</title></head><body><table><tr><td>a</td></tr></table></body></html>',
}
