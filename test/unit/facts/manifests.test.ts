import { describe, expect, it } from 'vitest'
import { textOfFacts } from '../../../main/facts'
import { readManifest } from '../../../main/facts/manifests'

describe('a manifest says what code is built with', () => {
  const cases: [string, string, object][] = [
    [
      'package.json',
      'name: quarry\ndescription: Deep research: at home.\nscripts.name: x\ndependencies.@xstate/react: ^5\ndependencies.lodash.merge: 4\ndevDependencies.vite: 7',
      {
        ecosystem: 'npm',
        name: 'quarry',
        description: 'Deep research: at home.',
        dependencies: ['@xstate/react', 'lodash.merge', 'vite'],
      },
    ],
    [
      'composer.json',
      'name: a/b\nrequire.php: 8\nrequire.symfony/yaml: 7',
      { ecosystem: 'composer', dependencies: ['symfony/yaml'] },
    ],
    [
      'pyproject.toml',
      '[project]\nname = "tides"\ndependencies = [\n  "numpy>=2",\n  \'scipy[all]; python_version > "3"\',\n]\nlicense = "MIT"\n[tool.poetry.dependencies]\npython = "^3"\nrich = "13"',
      { name: 'tides', dependencies: ['numpy', 'scipy', 'rich'] },
    ],
    [
      'requirements.txt',
      '# all\nDjango==5\n-r other.txt\ngit+https://x/y\nuvicorn[standard]',
      { dependencies: ['Django', 'uvicorn'] },
    ],
    [
      'Cargo.toml',
      '[package]\nname = "rq"\ndescription = \'Fast\'\n[dependencies]\nserde = { version = "1" }\n[dev-dependencies.tokio]\nversion = "1"',
      { name: 'rq', description: 'Fast', dependencies: ['serde', 'tokio'] },
    ],
    [
      'go.mod',
      'module example.org/x\nrequire golang.org/x/net v1\nrequire (\n\tgithub.com/a/b v2\n\tgithub.com/c/d v2 // indirect\n)',
      { name: 'example.org/x', dependencies: ['golang.org/x/net', 'github.com/a/b'] },
    ],
    [
      'pom.xml',
      '<project><parent><artifactId>top</artifactId></parent><artifactId>app</artifactId><dependencies><dependency><artifactId>junit</artifactId></dependency></dependencies></project>',
      { name: 'app', dependencies: ['junit'] },
    ],
    [
      'build.gradle.kts',
      'dependencies {\n  implementation("io.ktor:ktor:3")\n  api project(":x")\n}',
      { dependencies: ['io.ktor:ktor'] },
    ],
    [
      'App.csproj',
      '<Project><ItemGroup><PackageReference Include="Dapper" Version="2"/></ItemGroup></Project>',
      { ecosystem: 'nuget', dependencies: ['Dapper'] },
    ],
    ['Gemfile', "source 'https://x'\ngem 'rails', '~> 8'", { dependencies: ['rails'] }],
    [
      'CMakeLists.txt',
      'project(tide VERSION 1)\nfind_package(Boost REQUIRED)',
      { name: 'tide', dependencies: ['Boost'] },
    ],
  ]
  it.each(cases)('%s', (name, text, said) => {
    expect(readManifest(name, text)).toMatchObject(said)
  })

  it('takes nothing from other files, and survives what is cut off, empty or hostile', () => {
    expect(readManifest('notes.md', 'name: x')).toBeNull()
    expect(readManifest('constructor', 'name: x')).toBeNull()
    for (const [name] of cases) {
      for (const text of [
        '',
        '"',
        "gem '",
        '<dependency>',
        '[',
        '[dependencies',
        'dependencies = [',
        'require (',
        'a'.repeat(300_000),
      ]) {
        expect(readManifest(name, text)?.dependencies.every((one) => one.length <= 200)).toBe(true)
      }
    }
  })
})

it('tells an engine a sentence for each fact, no folder, and nothing of an empty project', () => {
  const empty = {
    name: 'Library',
    description: '',
    notes: '',
    edited: [],
    folders: ['/home/ada'],
    stack: [],
    code: [],
    sources: 0,
    types: [],
    languages: [],
    span: null,
  }
  expect(textOfFacts(empty, 'en')).toBe('')
  const text = textOfFacts(
    {
      ...empty,
      notes: 'Ours',
      sources: 3,
      types: [{ type: 'code', count: 3 }],
      code: [{ language: 'go', share: 1 }],
      span: { from: '2024-01-01', to: '2024-01-01' },
    },
    'en',
  )
  expect(text).toBe('Name: Library. Notes: Ours. Code: go 100%. Sources: 3 (code 3). Files of: 2024-01-01.')
})
