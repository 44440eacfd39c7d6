import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DiscoveryOptions, DiscoveryTarget } from '../../../../main/resources/discoverers/discoverer'

export const workersDir = resolve(import.meta.dirname, '../../../../out/workers')

/** Nobody knows a secret but those that are given. */
export function options(known: Readonly<Record<string, string>> = {}): DiscoveryOptions {
  return {
    signal: new AbortController().signal,
    secrets: {
      get: async (key) => known[key] ?? null,
      set: async () => 'session',
      remove: async () => {},
    },
  }
}

/** A file with that content, as the registry would ask about it. */
export async function fileTarget(
  directory: string,
  name: string,
  content: string | Uint8Array,
): Promise<DiscoveryTarget & { kind: 'path' }> {
  const path = join(directory, name)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  await writeFile(path, bytes)
  return { kind: 'path', path, isDirectory: false, sizeBytes: bytes.length, head: bytes.subarray(0, 65_536) }
}

export const petStoreYaml = `
openapi: 3.0.3
info:
  title: Pet store
  version: "1.0"
  description: Sells **pets** to <b>people</b>.
servers:
  - url: https://{region}.pets.example/v1
    variables: { region: { default: eu } }
security:
  - key: []
tags:
  - { name: pets, description: Everything about pets }
paths:
  /pets:
    get:
      operationId: listPets
      summary: List all pets
      tags: [pets]
      security: []
      parameters:
        - { name: limit, in: query, description: How many at most, schema: { type: integer, format: int32 } }
      responses:
        "200":
          description: OK
          content:
            application/json: { schema: { $ref: '#/components/schemas/Pets' } }
    post:
      operationId: createPet
      summary: Create a pet
      tags: [pets]
      requestBody: { $ref: '#/components/requestBodies/Pet' }
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: string } }
    get:
      summary: A pet by its id
      parameters:
        - $ref: 'common.yaml#/Trace'
        - $ref: '#/components/parameters/Missing'
components:
  requestBodies:
    Pet:
      required: true
      content:
        application/json: { schema: { $ref: '#/components/schemas/Pet' } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Pets: { type: array, items: { $ref: '#/components/schemas/Pet' } }
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, description: What it is called }
        kind: { type: string, enum: [cat, dog] }
        parent: { $ref: '#/components/schemas/Pet' }
`
