import { describe, expect, it } from 'vitest';
import { readPackageList } from '../../../../../worker/adapters/embedded/model/fetch-packages.ts';
import {
  readDebianLicenses,
  readNpmLicenses,
  permissiveLicense,
} from '../../../../../worker/adapters/embedded/model/permissive-license.ts';

it.each([
  [['MIT'], 'mit'],
  [['Expat', 'BSD-3-Clause', 'Expat'], 'bsd-3-clause; expat'],
  [['Apache-2.0 OR GPL-2.0'], 'apache-2.0 or gpl-2.0'],
  [['MIT and Apache-2.0'], 'mit and apache-2.0'],
  [['Apache-2.0 with LLVM-exception or MIT'], 'apache-2.0-with-llvm-exception or mit'],
])('accepts the licenses %j', (licenses, expected) => expect(permissiveLicense(licenses)).toBe(expected));

it.each([
  [[]],
  [['GPL-3+']],
  [['MIT', 'LGPL-2.1']],
  [['MIT and GPL-2']],
  [['MPL-2.0']],
  [['UNLICENSED']],
  [['see LICENSE']],
])('rejects the licenses %j', (licenses) => expect(permissiveLicense(licenses)).toBeUndefined());

it('reads the licenses of a Debian package, and none from a file in another format', () => {
  const copyright =
    'Format: https://example\nFiles: *\nLicense: Expat\n text\n\nFiles: debian/*\nLicense: GPL-2+\n';
  expect(readDebianLicenses(copyright)).toEqual(['Expat', 'GPL-2+']);
  expect(readDebianLicenses('This is free.\nLicense: MIT\n')).toEqual([]);
});

it('reads every form of the license field of a manifest', () => {
  expect(readNpmLicenses({ license: 'MIT' })).toEqual(['MIT']);
  expect(readNpmLicenses({ licenses: [{ type: 'MIT', url: 'x' }, { type: 'ISC' }] })).toEqual(['MIT', 'ISC']);
  expect(readNpmLicenses({ license: 7 })).toEqual([]);
  expect(readNpmLicenses(undefined)).toEqual([]);
});

describe('the list of packages', () => {
  const packages = readPackageList();

  it('lists each package once, with a version and a permissive license', () => {
    expect(packages.length).toBeGreaterThan(500);
    expect(new Set(packages.map(({ name }) => name)).size).toBe(packages.length);
    const wrong = packages.filter(
      ({ version, license }) => version === '' || permissiveLicense(license.split('; ')) !== license,
    );
    expect(wrong).toEqual([]);
  });
});
