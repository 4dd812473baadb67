// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/feature_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::feature_spec_test {
namespace {

using testing::HasSubstr;

std::string spec_error(std::string_view text) {
  return error_text([&] { parse_feature_spec(text); });
}

TEST(FeatureSpec, ReadsStagesInAnyOrder) {
  const FeatureSpec plain = parse_feature_spec("rbm:301");
  EXPECT_FALSE(plain.deskew);
  EXPECT_FALSE(plain.augment);
  EXPECT_EQ(plain.depth, 1);
  EXPECT_EQ(parse_feature_spec("depth,rbm:301").depth, 2);
  EXPECT_EQ(parse_feature_spec("depth:3,rbm:301").depth, 3);
  EXPECT_EQ(std::get<RbmOptions>(plain.bits.at(0)).hidden, 301);
  const FeatureSpec all =
      parse_feature_spec("threshold,rbm:501:epochs=20:rate=0.05,augment:2:shift=3,deskew");
  EXPECT_TRUE(all.deskew);
  EXPECT_EQ(all.augment->copies, 2);
  EXPECT_EQ(all.augment->shift, 3);
  ASSERT_EQ(all.bits.size(), 2);
  EXPECT_EQ(std::get<ThresholdOptions>(all.bits[0]).level, 50);
  EXPECT_EQ(std::get<RbmOptions>(all.bits[1]).epochs, 20);
  EXPECT_EQ(std::get<RbmOptions>(all.bits[1]).rate, 0.05);
  EXPECT_EQ(std::get<ProjectionOptions>(parse_feature_spec("project:weights=sign").bits[0]).weights,
            ProjectionOptions::Weights::sign);
  EXPECT_EQ(std::get<ThresholdOptions>(parse_feature_spec("threshold:127").bits[0]).level, 127);
}

TEST(FeatureSpec, CanonicalTextMeansTheSame) {
  for (const char* text :
       {"rbm:301", "deskew,augment:4,rbm:501:epochs=20", "project:11,threshold:9", "depth:4,rbm:11",
        "deskew,patches:16:size=5:levels=3", "bitpatches:12:size=4:ink=80,project:3",
        "threshold:rarest=0.05,project:12", "quantiles:3,project:8", "products:3,threshold"}) {
    const std::string canonical = to_string(parse_feature_spec(text));
    EXPECT_EQ(to_string(parse_feature_spec(canonical)), canonical) << text;
  }
  EXPECT_EQ(to_string(parse_feature_spec("project:11,deskew,products,threshold:9")),
            "deskew,project:bits=11:weights=normal,threshold:level=9:rarest=0.1,products:distances=1");
}

TEST(FeatureSpec, RefusesWithASentence) {
  EXPECT_EQ(spec_error("rbn:501"),
            "expected one of the stages rbm, patches, bitpatches, project, threshold, quantiles, products, "
            "deskew, depth, augment; "
            "got 'rbn'");
  EXPECT_THAT(spec_error(""), HasSubstr("got ''"));
  EXPECT_THAT(spec_error("rbm,,deskew"), HasSubstr("got ''"));
  EXPECT_EQ(spec_error("deskew:3,rbm"), "deskew has no options, got '3'");
  EXPECT_THAT(spec_error("deskew:a=3,rbm"), HasSubstr("deskew has no options"));
  EXPECT_THAT(spec_error("rbm:epoch=3"), HasSubstr("did you mean epochs?"));
  EXPECT_THAT(spec_error("rbm:501:502"), HasSubstr("expected the options of rbm as name=value"));
  EXPECT_THAT(spec_error("rbm:501:hidden=501"), HasSubstr("hidden is given twice"));
  EXPECT_THAT(spec_error("rbm:many"), HasSubstr("hidden of rbm"));
  EXPECT_EQ(spec_error("rbm,rbm"), "each stage of features may be given only once: rbm is given twice");
  EXPECT_EQ(spec_error("patches:8,patches:8"),
            "each stage of features may be given only once: patches:8 is given twice");
  EXPECT_EQ(spec_error("patches:8:size=3,patches:8:size=9,bitpatches:4,bitpatches:5"), "(no error)");
  EXPECT_EQ(spec_error("deskew"),
            "expected a stage that makes bits (rbm, patches, bitpatches, project, threshold or quantiles), "
            "got 'deskew'");
  EXPECT_EQ(spec_error("rbm:500"),
            "expected an odd number of bits, so that no field is zero, but 'rbm:500' gives 500");
  EXPECT_THAT(spec_error("rbm:501,project:301"), HasSubstr("gives 802"));
  EXPECT_EQ(spec_error("rbm:501,project:300"), "(no error)");
  EXPECT_EQ(spec_error("rbm:500,threshold"), "(no error)");
  EXPECT_EQ(spec_error("rbm:500,quantiles"), "(no error)");
  EXPECT_EQ(spec_error("rbm:500,products"), "(no error)");
  EXPECT_EQ(spec_error("products:2,deskew"),
            "products: expected another stage whose bits they multiply, got 'products:2,deskew'");
  EXPECT_EQ(spec_error("products,depth:2,rbm:11"), "products: expected inputs of 1 bit, got 2 bits");
}

TEST(FeatureSpec, VotersAreJoinedByPluses) {
  EXPECT_EQ(parse_voter_specs("threshold").size(), 1u);
  const std::vector<FeatureSpec> voters =
      parse_voter_specs("deskew,project:11+patches:8:contrast=5+threshold");
  ASSERT_EQ(voters.size(), 3u);
  EXPECT_TRUE(voters[0].deskew);
  EXPECT_EQ(std::get<PatchOptions>(voters[1].bits[0]).contrast, 5);
  EXPECT_EQ(to_string(voters),
            "deskew,project:bits=11:weights=normal+"
            "patches:filters=8:size=7:cells=4:levels=3:rarest=0.1:contrast=5+threshold:level=50:rarest=0.1");
  EXPECT_EQ(to_string(parse_voter_specs("patches")),
            "patches:filters=32:size=7:cells=4:levels=3:rarest=0.1");  // as before there were contrasts
  EXPECT_THAT(error_text([] { parse_voter_specs("threshold+"); }), HasSubstr("got ''"));
  EXPECT_EQ(error_text([] { parse_voter_specs("threshold+depth:2,rbm:11"); }),
            "expected voters whose inputs all have 1 bit as in the first, got 'depth:2,rbm:11'");
}

TEST(FeatureSpec, TheSizeIsTheFirstOption) {
  for (const FeatureStage& stage : feature_stages()) {
    EXPECT_EQ(stage.size_option, stage.options.empty() ? "" : stage.options[0].name);
  }
}

}  // namespace
}  // namespace bitbasin::feature_spec_test
