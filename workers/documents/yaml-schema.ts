import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  mapTag,
  mergeTag,
  seqTag,
  strTag,
} from 'js-yaml'

/** `!Ref`, `!!timestamp`, `!include …`: local tags, and those of other schemas. */
const unknownTags = ['!', 'tag:'].flatMap((prefix) => [
  defineMappingTag(prefix, { ...mapTag, matchByTagPrefix: true }),
  defineSequenceTag(prefix, { ...seqTag, matchByTagPrefix: true }),
  defineScalarTag(prefix, { ...strTag, implicit: false, matchByTagPrefix: true }),
])

/** YAML 1.2's core schema with merge keys (`<<`). A tag that it does not know marks a plain value: nothing is made of it. */
export const yamlSchema = CORE_SCHEMA.withTags(mergeTag, ...unknownTags)
