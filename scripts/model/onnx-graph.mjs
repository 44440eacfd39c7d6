/** A small writer of ONNX graphs: nodes in order, constants as initialisers, names made up where none is given. */
import onnxProto from 'onnx-proto'

const { onnx } = onnxProto
const { DataType } = onnx.TensorProto
const IR_VERSION = 8

export class OnnxGraph {
  /** @type {object[]} */
  #nodes = []
  /** @type {object[]} */
  #initializers = []
  #named = 0

  get nodeCount() {
    return this.#nodes.length
  }

  /**
   * @param {string} operator
   * @param {string[]} inputs
   * @param {Record<string, number | number[]>} [attributes] integers and integer lists, floats only as `epsilon`
   * @param {number | string} [outputs] how many, or the name of the only one
   * @returns {string[]} names of the outputs
   */
  add(operator, inputs, attributes = {}, outputs = 1) {
    const output =
      typeof outputs === 'string'
        ? [outputs]
        : Array.from({ length: outputs }, () => this.#name(operator.toLowerCase()))
    this.#nodes.push({
      opType: operator,
      name: `${operator}_${this.#nodes.length}`,
      input: inputs,
      output,
      attribute: Object.entries(attributes).map(toAttribute),
    })
    return output
  }

  /**
   * @param {string} operator
   * @param {string[]} inputs
   * @param {Record<string, number | number[]>} [attributes]
   * @param {string} [name] of the output
   * @returns {string} name of the only output
   */
  apply(operator, inputs, attributes = {}, name = this.#name(operator.toLowerCase())) {
    this.add(operator, inputs, attributes, name)
    return name
  }

  /**
   * @param {Float32Array} values
   * @param {number[]} shape empty for a scalar
   * @returns {string}
   */
  floats(values, shape) {
    return this.#initializer(DataType.FLOAT, values, shape)
  }

  /**
   * @param {number[]} values
   * @param {number[]} [shape]
   * @returns {string}
   */
  int64s(values, shape = [values.length]) {
    return this.#initializer(DataType.INT64, BigInt64Array.from(values, BigInt), shape)
  }

  /**
   * @param {object} description
   * @param {string} description.name
   * @param {string} description.producer
   * @param {number} description.opset
   * @param {Record<string, (number | string)[]>} description.inputs all int64; a string is a free dimension
   * @param {Record<string, (number | string)[]>} description.outputs all float32
   * @returns {Uint8Array} the serialised ModelProto
   */
  serialize({ name, producer, opset, inputs, outputs }) {
    const declare = (/** @type {Record<string, (number | string)[]>} */ values, /** @type {number} */ elemType) =>
      Object.entries(values).map(([valueName, shape]) => ({
        name: valueName,
        type: {
          tensorType: {
            elemType,
            shape: { dim: shape.map((size) => (typeof size === 'string' ? { dimParam: size } : { dimValue: size })) },
          },
        },
      }))
    const model = onnx.ModelProto.fromObject({
      irVersion: IR_VERSION,
      producerName: producer,
      opsetImport: [{ domain: '', version: opset }],
      graph: {
        name,
        node: this.#nodes,
        input: declare(inputs, DataType.INT64),
        output: declare(outputs, DataType.FLOAT),
      },
    })
    // Set after fromObject, which would copy the weights through base64.
    model.graph.initializer = this.#initializers.map((tensor) => onnx.TensorProto.create(tensor))
    return onnx.ModelProto.encode(model).finish()
  }

  /** @param {string} stem */
  #name(stem) {
    this.#named += 1
    return `${stem}_${this.#named}`
  }

  /**
   * @param {number} dataType
   * @param {Float32Array | BigInt64Array} values
   * @param {number[]} dims
   */
  #initializer(dataType, values, dims) {
    const name = this.#name('constant')
    const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.#initializers.push({ name, dataType, dims, rawData })
    return name
  }
}

/** @param {[string, number | number[]]} entry */
function toAttribute([name, value]) {
  const { AttributeType } = onnx.AttributeProto
  if (Array.isArray(value)) return { name, type: AttributeType.INTS, ints: value }
  if (name === 'epsilon') return { name, type: AttributeType.FLOAT, f: value }
  return { name, type: AttributeType.INT, i: value }
}
