import { createHash } from 'node:crypto';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

/**
 * Returns a CycloneDX 1.6 bill of materials of an app and its shipped software, as JSON. Reproducible: without a time,
 * and with a serial number derived from the content.
 * @param {{ name: string, version: string }} app
 * @param {readonly import('./describe-shipped.mjs').Shipped[]} shipped
 */
export function billOfMaterials(app, shipped) {
  const bom = new Models.Bom();
  const itself = component(Enums.ComponentType.Application, app);
  bom.metadata.component = itself;
  for (const part of shipped) {
    const type = part.name === 'electron' ? Enums.ComponentType.Framework : Enums.ComponentType.Library;
    const listed = component(type, part);
    listed.licenses.add(licence(part.licence));
    if (part.integrity !== undefined) listed.hashes.set(Enums.HashAlgorithm['SHA-512'], sha512(part.integrity));
    itself.dependencies.add(listed.bomRef);
    bom.components.add(listed);
  }
  const serialize = () =>
    new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, {
      sortLists: true,
      space: 2,
    });
  bom.serialNumber = `urn:uuid:${uuidOf(serialize())}`;
  return serialize();
}

/** @param {Enums.ComponentType} type @param {{ name: string, version: string }} about */
function component(type, { name, version }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return new Models.Component(type, name, { version, purl, bomRef: purl });
}

/** @param {string} identifier */
function licence(identifier) {
  return / (?:AND|OR|WITH) /.test(identifier)
    ? new Models.LicenseExpression(identifier)
    : new Models.SpdxLicense(identifier);
}

/** Converts npm's `sha512-<base64>` to CycloneDX's hexadecimal form. @param {string} integrity */
function sha512(integrity) {
  const [, base64] = /^sha512-(\S+)/.exec(integrity) ?? [];
  if (base64 === undefined) throw new Error(`Expected a SHA-512 checksum, not ${integrity}.`);
  return Buffer.from(base64, 'base64').toString('hex');
}

/** Returns a UUID (version 8, custom) derived from a text. @param {string} text */
function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
