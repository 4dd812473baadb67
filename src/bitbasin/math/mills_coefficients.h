// SPDX-License-Identifier: Apache-2.0
// Written by tools/mills_rational.py; see there for what is fitted and how.
#pragma once

namespace bitbasin {

// Lowest power first; the leading coefficient of every denominator is 1.

// g - x, for x >= 0: relative error of g below 3.7e-13.
inline constexpr double kHazardNumerator[] = {
    0x1.997f574aa8aa5p+14, 0x1.bebde70934525p+14, 0x1.ed3749de58f1ep+13, 0x1.586f952899d39p+12,
    0x1.446503bfc82b6p+10, 0x1.9af0c83b3f711p+7,  0x1.4650aa03a6511p+4,  0x1.0000000000000p+0,
};

// The denominator of g - x.
inline constexpr double kHazardDenominator[] = {
    0x1.009d4d041a16ep+15, 0x1.8cd2df965969bp+15, 0x1.2c348dd75ff4bp+15,
    0x1.1d3e1559658c5p+14, 0x1.71beb7bbeec3ep+12, 0x1.4e9787a79c1dcp+10,
    0x1.9ef0c84d3363ap+7,  0x1.4650aa0381958p+4,  0x1.0000000000000p+0,
};

// g - x, for x >= 0: relative error of g - x below 1.7e-16.
inline constexpr double kExcessNumerator[] = {
    0x1.f075a5afb4f2ep+21, 0x1.6848447864300p+22, 0x1.079b017695d57p+22, 0x1.f668b68b1ebcbp+20,
    0x1.55cc56754273bp+19, 0x1.5917caa738418p+17, 0x1.055cb6eee70c4p+15, 0x1.259c90271584dp+12,
    0x1.d65fbaa11330cp+8,  0x1.e9a39f6267fddp+4,  0x1.0000000000000p+0,
};

// The denominator of g - x.
inline constexpr double kExcessDenominator[] = {
    0x1.371c21e56e76dp+22, 0x1.289e262c18921p+23, 0x1.1706e0d827a97p+23, 0x1.51fbed882eb84p+22,
    0x1.230ea9e4252f2p+21, 0x1.751c6578e2bbcp+19, 0x1.6b15c4fcb931ep+17, 0x1.0caa35d961bbap+15,
    0x1.296fd765dab92p+12, 0x1.d85fbaa1132dap+8,  0x1.e9a39f6267fdep+4,  0x1.0000000000000p+0,
};

// g''/g, for x >= 0: relative error of g''/g below 4.4e-15.
inline constexpr double kCurvatureNumerator[] = {
    0x1.38e1df7e26f9ep+22, 0x1.4d84aa5494d5ep+22, 0x1.6d978e9fd66dfp+21, 0x1.084c9daad12eap+20,
    0x1.12cd4f11870e7p+18, 0x1.a8594c1ab3589p+15, 0x1.e703bceff4936p+12, 0x1.93280607122fep+9,
    0x1.bb5b833a39bc8p+5,  0x1.0000000000000p+1,
};

// The denominator of g''/g.
inline constexpr double kCurvatureDenominator[] = {
    0x1.1e45656411728p+24, 0x1.562232006b37dp+25, 0x1.967c8a77c3617p+25, 0x1.3b218ed6a9062p+25,
    0x1.620326766022cp+24, 0x1.2f8d3e79c0190p+23, 0x1.98956d5959461p+21, 0x1.b590f9bec2f80p+19,
    0x1.75f17cd077379p+17, 0x1.fa4d6d5579e75p+14, 0x1.0a058421e8cafp+12, 0x1.a0280607125ebp+8,
    0x1.bb5b833a39bc5p+4,  0x1.0000000000000p+0,
};

}  // namespace bitbasin
